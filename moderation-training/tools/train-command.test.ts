import { expect, it } from 'vitest'
import { trainCommand, usage } from './train-command.ts'

async function run(...words: string[]) {
  const printed: string[] = []
  let isSaved = false
  const code = await trainCommand(words, {
    print: (line) => printed.push(line),
    createBar: () => () => {},
    save() {
      isSaved = true
    },
  })
  return { code, printed, isSaved }
}

it.each([[[]], [['--data']], [['--data', 'x', '--seed', 'one']], [['--dta', 'x']]])(
  'explains itself when it is called with %j',
  async (words) => {
    expect(await run(...words)).toEqual({ code: 2, printed: [usage], isSaved: false })
  },
)

it('keeps the old model when the posts cannot be read', async () => {
  const { code, printed, isSaved } = await run('--data', '/nowhere')
  expect({ code, isSaved }).toEqual({ code: 1, isSaved: false })
  expect(printed[0]).toMatch(/^The posts could not be read: .*train\.jsonl\.gz/)
})
