/** Repositories whose names differ in letter case only are one. */
export const foldRepository = (name: string): string => name.toLowerCase();

export const sameRepository = (a: string, b: string): boolean => foldRepository(a) === foldRepository(b);
