/** Options of a benchmark: counts, seconds, or lists of them, by name. */
export type Sizes = { readonly [option: string]: number | readonly number[] | readonly string[] }

/** The options as they are typed: `--rounds=5 --memory=1000,2000`. */
export const optionsOf = (sizes: Sizes): string =>
  Object.entries(sizes)
    .map(([option, value]) => `--${option}=${typeof value === 'number' ? value : value.join(',')}`)
    .join(' ')

/** Typed options, such as `--rounds=5` or `--memory=1000,2000`, as values of the kinds that `own` has. */
export function sizesFrom(typed: readonly string[], own: Sizes): Sizes {
  return Object.fromEntries(
    typed.map((words) => {
      const [, option = '', text = ''] = /^--([a-zA-Z]+)=(.+)$/.exec(words) ?? []
      const kind = own[option]
      if (kind === undefined) throw new Error(`${words} is no option here. Options: ${optionsOf(own) || 'none'}.`)
      if (typeof kind === 'number') return [option, numberFrom(text)]
      const parts = text.split(',')
      return [option, typeof kind[0] === 'number' ? parts.map(numberFrom) : parts]
    }),
  )
}

function numberFrom(text: string): number {
  const number = Number(text)
  if (!(number >= 0)) throw new Error(`${text} is not a number of rounds, rows or seconds.`)
  return number
}
