import { open } from 'node:fs/promises'

/** The complete lines of a text file, one at a time; text after the last line break is ignored. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let rest = ''
    for await (const chunk of file.createReadStream({ encoding: 'utf8', autoClose: false })) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    await file.close()
  }
}
