import { createHash } from 'node:crypto'
import type { Classification } from '../domain/screening.ts'
import { bundledModel, classifyByBundledModel } from './bundled-model.ts'
import { classify } from './classifier.ts'
import { checkModel, InvalidModel } from './model-check.ts'
import { decodeModel, type Model } from './model-file.ts'
import { isSound } from './sound-classification.ts'

/** Model files that an admin added, by the SHA-256 of their bytes. */
export type ModelStore = {
  /** Version of the bundled model. */
  bundledVersion: string
  /** Checks a file and stores it. Throws InvalidModel. */
  keep(bytes: Uint8Array): Promise<{ model: string; digest: string; bytes: number }>
  remove(digest: string): Promise<void>
  /** With this model, or with the bundled one for null and whenever this one is missing or unusable. */
  classify(text: string, digest: string | null): Promise<Classification>
  isUsable(digest: string): Promise<boolean>
}

/** Where the files are stored, by digest; every process sees the same ones. */
export type ModelFiles = {
  read(digest: string): Promise<Uint8Array | null>
  write(digest: string, file: Uint8Array): Promise<void>
  remove(digest: string): Promise<void>
}

/** Decoded models kept in memory: the one in use and one that is being tried. */
const maxDecoded = 2

/** A digest always means the same file, so that a decoded model never goes stale. */
export function createModelStore({
  files,
  onFailure = () => {},
}: {
  files: ModelFiles
  /** Told why the bundled model was used instead; never with the post in it. */
  onFailure?(reason: string): void
}): ModelStore {
  const decoded = new Map<string, Promise<Model | null>>()

  async function read(digest: string): Promise<Model | null> {
    const file = await files.read(digest)
    if (file === null || digestOf(file) !== digest) return null
    try {
      return decodeModel(file)
    } catch {
      return null
    }
  }

  /** null: missing, altered, or made for another release. It is looked up again the next time. */
  function modelOf(digest: string): Promise<Model | null> {
    const kept = decoded.get(digest)
    const model = kept ?? read(digest)
    decoded.delete(digest)
    decoded.set(digest, model)
    for (const oldest of [...decoded.keys()].slice(0, -maxDecoded)) decoded.delete(oldest)
    const forget = () => decoded.get(digest) === model && decoded.delete(digest)
    if (!kept) model.then((found) => found ?? forget(), forget)
    return model
  }

  return {
    bundledVersion: bundledModel().version,
    async keep(file) {
      const model = await checkModel(file)
      if (model === bundledModel().version)
        throw new InvalidModel('This version ships with the site, so it is already in the list.')
      const digest = digestOf(file)
      await files.write(digest, file)
      return { model, digest, bytes: file.length }
    },
    async remove(digest) {
      await files.remove(digest)
      decoded.delete(digest)
    },
    async classify(text, digest) {
      const model = digest === null ? null : await modelOf(digest)
      if (model === null) {
        if (digest !== null) onFailure('The model chosen in the policy cannot be used: the bundled one is.')
        return classifyByBundledModel(text)
      }
      try {
        const classification = classify(text, model)
        if (isSound(classification, text)) return classification
      } catch {
        // Handled like an unusable answer.
      }
      onFailure(`Model ${model.version} gave no usable answer: the bundled one was used.`)
      return classifyByBundledModel(text)
    },
    isUsable: async (digest) => (await modelOf(digest)) !== null,
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
