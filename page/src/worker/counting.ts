const EVERY = 200_000; // bytes between two reports

/** Let `fetch` of this worker report how many bytes came: the files of the engine come through it. */
export function counted(onbytes: (done: number) => void): void {
    const plain = self.fetch.bind(self);
    let [done, told] = [0, 0];
    const count = (part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
        done += part.length;
        if (done - told >= EVERY) onbytes((told = done));
        return part;
    };
    self.fetch = async (...asked) => {
        const reply = await plain(...asked);
        if (reply.body === null) return reply;
        const { status, statusText, headers } = reply;
        const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
            transform: (part, controller) => controller.enqueue(count(part)),
        });
        return new Response(reply.body.pipeThrough(counting), { status, statusText, headers });
    };
}
