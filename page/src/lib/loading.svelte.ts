/** How much of the engine of the static edition has been loaded, in bytes; a total of 0 is not known. */
class Loading {
    done = $state(0);
    total = $state(0);
}

export const loading = new Loading();
