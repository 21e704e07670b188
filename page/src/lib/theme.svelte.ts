/** Light, dark, or as the reader's system has it; remembered where the browser allows. */
export type Theme = "system" | "light" | "dark";

const KEY = "pilein.theme";

class Themes {
    chosen = $state<Theme>(remembered());

    constructor() {
        this.#show();
    }

    choose(theme: Theme): void {
        this.chosen = theme;
        try {
            localStorage.setItem(KEY, theme);
        } catch {
            // A browser that keeps nothing still shows the theme.
        }
        this.#show();
    }

    #show(): void {
        document.documentElement.style.colorScheme = this.chosen === "system" ? "light dark" : this.chosen;
    }
}

function remembered(): Theme {
    try {
        const kept = localStorage.getItem(KEY);
        return kept === "light" || kept === "dark" ? kept : "system";
    } catch {
        return "system";
    }
}

export const themes = new Themes();
