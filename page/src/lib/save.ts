/** Give the reader a file to keep. */
export function saveFile(name: string, text: string, kind: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: kind }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
