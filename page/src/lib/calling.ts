const NOTES = [660, 880]; // hertz
const EACH = 0.12; // seconds
let sound: AudioContext | null = null;

/** Two short notes; silent where the browser allows no sound yet. */
export function chime(): void {
    try {
        sound ??= new AudioContext();
        const begin = sound.currentTime;
        NOTES.forEach((pitch, number) => play(sound!, pitch, begin + number * EACH));
    } catch {
        // No sound here.
    }
}

function play(context: AudioContext, pitch: number, at: number): void {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + EACH);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + EACH);
}

/** Ask whether notifications may be shown; whether they may. */
export async function mayNotify(): Promise<boolean> {
    if (!("Notification" in globalThis)) return false;
    return (await Notification.requestPermission()) === "granted";
}

/** Tell a player who looks elsewhere, if they allowed it. */
export function notify(title: string, body: string): void {
    if (document.hidden && "Notification" in globalThis && Notification.permission === "granted") {
        new Notification(title, { body, icon: "./icon.svg", tag: "pilein-turn" });
    }
}
