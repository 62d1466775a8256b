/** 'email signup 7' → 'Email signup 7'. */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
