const STYLED = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "opacity",
    "fill-opacity",
    "font-size",
    "font-family",
    "font-weight",
    "text-anchor",
    "paint-order",
];

/** A copy of a drawing that looks the same outside of the page: its styles are written into it. */
export function standalone(drawing: SVGSVGElement): string {
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    const [from, to] = [drawing.querySelectorAll("*"), copy.querySelectorAll("*")];
    from.forEach((one, at) => {
        const style = getComputedStyle(one);
        for (const name of STYLED) to[at]!.setAttribute(name, style.getPropertyValue(name));
        to[at]!.removeAttribute("class");
    });
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("viewBox", `0 0 ${drawing.clientWidth} ${drawing.clientHeight}`);
    return new XMLSerializer().serializeToString(copy);
}

const SHARP = 2; // pixels of the picture for one of the page

/** A drawing as a PNG file. */
export async function png(drawing: SVGSVGElement): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing))}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = drawing.clientWidth * SHARP;
    canvas.height = drawing.clientHeight * SHARP;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("this browser cannot draw the picture");
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
        canvas.toBlob(
            (blob) => (blob === null ? reject(new Error("the picture is empty")) : resolve(blob)),
            "image/png",
        ),
    );
}
