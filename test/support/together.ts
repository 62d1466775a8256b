const atOnce = 25

/**
 * Makes so many items, many at once: where a test needs them to be there and not one after the other. Their ids, ascending;
 * which of them got which is open.
 */
export async function together(count: number, make: (n: number) => Promise<number>): Promise<number[]> {
  const ids: number[] = []
  let next = 0
  const maker = async () => {
    while (next < count) ids.push(await make(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, maker))
  return ids.toSorted((a, b) => a - b)
}
