// Small data: at most as many people to learn from as a simple model serves best. Several candidates then differ by chance alone, and a
// choice between them is another guess. The figures are in decision 42.

export const smallDataPeople = 150;

export const isSmallData = (people: number): boolean => people <= smallDataPeople;
