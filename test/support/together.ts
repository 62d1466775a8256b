const atOnce = 25

/**
 * Creates many items concurrently, for tests that need them to exist in any order. Returns their ids, ascending; which
 * item got which id is open.
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
