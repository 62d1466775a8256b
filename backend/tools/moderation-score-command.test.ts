import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { classifyByBundledModel } from '../moderation/bundled-model.ts'
import { scoreLines } from './moderation-score-command.ts'

function sink() {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { stream, lines: () => written.join('').split('\n').filter(Boolean) }
}

async function score(...lines: string[]) {
  const [output, errors] = [sink(), sink()]
  async function* input() {
    yield Buffer.from(lines.join('\n'))
  }
  const code = await scoreLines({
    input: input(),
    output: output.stream,
    errors: errors.stream,
    classify: classifyByBundledModel,
  })
  return { code, verdicts: output.lines().map((line) => JSON.parse(line)), errors: errors.lines() }
}

it('scores each line in order, with the id it came with', async () => {
  const { code, verdicts, errors } = await score(
    '{"id":"a","text":"When is the vote?"}',
    '',
    '{"id":7,"text":"You are an idiot, shut up"}',
  )
  expect({ code, errors }).toEqual({ code: 0, errors: [] })
  expect(verdicts).toEqual([
    { id: 'a', violationType: 'none', confidence: expect.any(Number) },
    { id: 7, violationType: 'harassment', confidence: expect.any(Number) },
  ])
})

it('names the lines it cannot score and goes on', async () => {
  const { code, verdicts, errors } = await score(
    'no',
    '{"id":"a","text":"Hi"}',
    '{"text":"Hi"}',
    '{"id":"b","text":5}',
    '[]',
    '{"id":"c","text":""}',
  )
  expect(code).toBe(1)
  expect(verdicts.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(errors.map((line) => line.slice(0, 7))).toEqual(['Line 1:', 'Line 3:', 'Line 4:', 'Line 5:'])
})

it('answers a line before the next one has come', async () => {
  const [output, errors] = [sink(), sink()]
  let answered = 0
  async function* input() {
    yield Buffer.from('{"id":1,"text":"Hi"}\n{"id":2,')
    answered = output.lines().length
    yield Buffer.from('"text":"Ho"}\n')
  }
  await scoreLines({ input: input(), output: output.stream, errors: errors.stream, classify: classifyByBundledModel })
  expect(answered).toBe(1)
  expect(output.lines()).toHaveLength(2)
})
