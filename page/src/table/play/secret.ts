/** Whether a secret (hexadecimal bytes) has this SHA-256. */
export async function checkedSecret(secret: string, hash: string): Promise<boolean> {
    const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash.toLowerCase();
}
