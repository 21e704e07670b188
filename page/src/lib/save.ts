/** Give the reader a file to keep. */
export function saveFile(name: string, text: string, kind: string): void {
    saveBlob(name, new Blob([text], { type: kind }));
}

export function saveBlob(name: string, content: Blob): void {
    const address = URL.createObjectURL(content);
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
