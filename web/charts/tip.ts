// How the box looks that says what the pointer is over.
export const tipLook = { fill: "var(--raised)", stroke: "var(--line-strong)", textPadding: 8 } as const;
