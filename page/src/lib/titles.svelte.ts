/** The title of the page: what a view has to say there, as whose turn it is. */
class Titles {
    own = $state("");
}

export const titles = new Titles();
