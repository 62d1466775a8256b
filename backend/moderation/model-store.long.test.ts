import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { constantModel, framed, modelFile } from '../../test/support/moderation/model-file.ts'
import { bundledModel, classifyByBundledModel } from './bundled-model.ts'
import { checkModel, InvalidModel, maxModelBytes } from './model-check.ts'
import { createModerationModelFiles } from './model-files.ts'
import { createModelStore } from './model-store.ts'

const text = 'You are a pathetic idiot'

describe('a model file', () => {
  it('made by the training is accepted, and reports its version', async () => {
    expect(await checkModel(modelFile('trial-2'))).toBe('trial-2')
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')],
    ['only zeros', Buffer.alloc(2_000_000)],
    ['only its first bytes', modelFile('m2').subarray(0, 6)],
    ['half of it', modelFile('m2').subarray(0, 1_000_000)],
    ['a header that is longer than the file', Buffer.concat([modelFile('m2').subarray(0, 4), Buffer.alloc(40, 255)])],
    ['a header that is no JSON', framed('{"version":')],
    ['a header that is no object', framed('null')],
    ['a header that is nested to death', framed('['.repeat(300_000))],
    ['no version', modelFile(undefined)],
    ['a version that is no text', modelFile({ toString: 'trial' })],
    ['a version that is an address', modelFile('../../policy')],
    ['a version of a thousand letters', modelFile('v'.repeat(1000))],
    ['a list that claims to be endless', modelFile('m2', (header) => ({ ...header, bias: { length: 2 ** 31 } }))],
    ['a header of 300 kB', modelFile('m2', (header) => ({ ...header, more: 'm'.repeat(300_000) }))],
    ['classes of its own', modelFile('m2', (header) => ({ ...header, classes: ['none', 'rude'] }))],
    ['more features', modelFile('m2', (header) => ({ ...header, bucketBits: 30 }))],
    ['no calibration', modelFile('m2', ({ calibration, ...header }) => header)],
  ])('with %s is refused as unreadable', async (_, bytes) => {
    const rejection = checkModel(bytes)
    await expect(rejection).rejects.toThrow(InvalidModel)
    await expect(rejection).rejects.toThrow(/^This release cannot read this model file\./)
  })

  it.each([
    ['no numbers', { political: [['a', 'b']], other: [['a', 'b']] }],
    ['more than certainty', { political: [[0, {}]], other: [[0, {}]] }],
  ])('whose calibration holds %s is refused', async (_, calibration) => {
    await expect(checkModel(modelFile('m2', (header) => ({ ...header, calibration })))).rejects.toThrow(
      'This model gives no usable answers. Train it again.',
    )
  })

  it.each([
    ['no numbers', { harassment: 'a', hate_speech: 'a', threats: 'a', spam: 'a', off_topic: 'a', doxxing: 'a' }],
    ['nothing', {}],
    ['nothing but zeros', { harassment: 0, hate_speech: 0, threats: 0, spam: 0, off_topic: 0, doxxing: 0 }],
  ])('whose percentages of types are %s is refused', async (_, types) => {
    const holds = { political: types, other: types }
    await expect(checkModel(modelFile('m2', (header) => ({ ...header, holds })))).rejects.toThrow(
      'This model gives no usable answers. Train it again.',
    )
  })

  it('that takes too long is rejected', async () => {
    await expect(checkModel(modelFile('m2'), { timeout: 1 })).rejects.toThrow(/^This model takes too long/)
  })

  it('of more than 5 MB is refused', async () => {
    await expect(checkModel(Buffer.alloc(maxModelBytes + 1))).rejects.toThrow('A model file can be at most 5 MB.')
  })
})

describe('the store', () => {
  async function stored() {
    const database = await createTestDatabase()
    const failures: string[] = []
    const files = createModerationModelFiles(database)
    const store = createModelStore({ files, onFailure: (reason) => failures.push(reason) })
    return { database, files, failures, store }
  }

  it('classifies with the requested model, or with the bundled one', async () => {
    const { store } = await stored()
    const { model, digest, bytes } = await store.keep(constantModel('lenient-1', 0.01))
    expect([model, bytes]).toEqual(['lenient-1', constantModel('lenient-1', 0.01).length])
    expect(await store.classify(text, digest)).toMatchObject({
      violationType: 'threats',
      probability: 0.01,
      moderator: expect.stringMatching(/^lenient-1/),
    })
    expect(await store.classify(text, null)).toEqual(classifyByBundledModel(text))
    expect(await store.isUsable(digest)).toBe(true)
  })

  it('is the same for all processes', async () => {
    const { files, store } = await stored()
    const other = createModelStore({ files })
    const { digest } = await store.keep(constantModel('lenient-1', 0.01))
    expect(await other.classify(text, digest)).toMatchObject({ probability: 0.01 })
  })

  it('falls back to the bundled model while one is missing, and looks again the next time', async () => {
    const { store, failures } = await stored()
    const { digest } = await store.keep(constantModel('lenient-1', 0.01))
    await store.remove(digest)
    expect([await store.classify(text, digest), await store.isUsable(digest)]).toEqual([
      classifyByBundledModel(text),
      false,
    ])
    expect(failures).toEqual(['The model chosen in the policy cannot be used: the bundled one is.'])
    await store.keep(constantModel('lenient-1', 0.01))
    expect(await store.classify(text, digest)).toMatchObject({ probability: 0.01 })
  })

  it('does not use a stored file that was altered', async () => {
    const { database, files, store, failures } = await stored()
    const { digest } = await store.keep(constantModel('lenient-1', 0.01))
    await database.pool.query('UPDATE app.moderation_models SET file = $1', [constantModel('lenient-1', 0.99)])
    expect(await createModelStore({ files }).classify(text, digest)).toEqual(classifyByBundledModel(text))
    expect(failures).toEqual([])
  })

  it('stores neither the bundled version nor a refused file', async () => {
    const { database, store } = await stored()
    await expect(store.keep(modelFile(bundledModel().version))).rejects.toThrow(/ships with the site/)
    await expect(store.keep(Buffer.from('MOD1'))).rejects.toThrow(InvalidModel)
    expect((await database.pool.query('SELECT FROM app.moderation_models')).rowCount).toBe(0)
  })

  it('falls back when an answer is unusable although the check passed', async () => {
    const { database, failures, store } = await stored()
    // Stored as if by an older release with another check.
    const file = modelFile('odd-1', (header) => ({
      ...header,
      calibration: { political: [[0, 'x']], other: [[0, 'x']] },
    }))
    const digest = createHash('sha256').update(file).digest('hex')
    await database.pool.query('INSERT INTO app.moderation_models VALUES ($1, $2)', [digest, file])
    expect(await store.classify(text, digest)).toEqual(classifyByBundledModel(text))
    expect(failures).toEqual(['Model odd-1 gave no usable answer: the bundled one was used.'])
  })
})
