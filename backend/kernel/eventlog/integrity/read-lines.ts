import { open } from 'node:fs/promises'

/** The complete lines of a text file from byte `start` on, one at a time; text after the last line break is ignored. */
export async function* readLines(path: string, start = 0): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let rest = ''
    for await (const chunk of file.createReadStream({ encoding: 'utf8', autoClose: false, start })) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await file.close()
  }
}
