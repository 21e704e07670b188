const NAME = "pilein.name";
const SOUND = "pilein.sound";

function kept(key: string): string {
    try {
        return localStorage.getItem(key) ?? "";
    } catch {
        return "";
    }
}

function keep(key: string, value: string): void {
    try {
        localStorage.setItem(key, value);
    } catch {
        // A browser that keeps nothing asks again.
    }
}

/** What a player has told of themselves: a name, and whether a sound says that it is their turn. */
class Me {
    name = $state(kept(NAME));
    hasSound = $state(kept(SOUND) !== "off");

    call(name: string): void {
        this.name = name.trim().slice(0, 40);
        keep(NAME, this.name);
    }

    sound(isOn: boolean): void {
        this.hasSound = isOn;
        keep(SOUND, isOn ? "on" : "off");
    }
}

export const me = new Me();
