/** SQL: the actor sent it in, and did not enter it by hand for another person. `row`: of the history. */
export const isSentByActor = (row: string) => `${row}.changes -> 'entrySource' IS NULL`
