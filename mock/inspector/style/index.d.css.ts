/** The text of the style. build.ts bundles it. */
export declare const css: string
