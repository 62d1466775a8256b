import { createHash } from 'node:crypto'
import type { Classification } from '../domain/screening.ts'
import { embeddedModel, moderate } from './embedded.ts'
import { checkModel, UnfitModel } from './model-check.ts'
import { decodeModel, type Model } from './model-file.ts'
import { judge } from './moderator.ts'
import { isSound } from './sound-classification.ts'

/** Model files that an admin added, by the SHA-256 of their bytes; `null` stands for the one that ships. */
export type ModelStore = {
  /** Version of the one that ships. */
  embedded: string
  /** Checks a file and keeps it. Throws UnfitModel. */
  keep(bytes: Uint8Array): Promise<{ model: string; digest: string; bytes: number }>
  remove(digest: string): Promise<void>
  /** Classifies by this model, or by the one that ships when this one is not there or of no use; never rejects for that. */
  judge(text: string, digest: string | null): Promise<Classification>
  isUsable(digest: string): Promise<boolean>
}

/** Where the files are kept, by digest; all processes see the same ones. */
export type ModelFiles = {
  read(digest: string): Promise<Uint8Array | null>
  write(digest: string, file: Uint8Array): Promise<void>
  remove(digest: string): Promise<void>
}

/** Decoded models kept in memory: the one that judges, and one that is tried. */
const mostDecoded = 2

/** What is in memory is a copy of what can never change, so that each process follows a change of the policy at once. */
export function createModelStore({
  files,
  onFailure = () => {},
}: {
  files: ModelFiles
  /** Told why the model that ships stood in; the post is never part of it. */
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

  /** null: not there, altered, or made for another release. A missing one is looked for again the next time. */
  function modelOf(digest: string): Promise<Model | null> {
    const kept = decoded.get(digest)
    const model = kept ?? read(digest)
    decoded.delete(digest)
    decoded.set(digest, model)
    for (const oldest of [...decoded.keys()].slice(0, -mostDecoded)) decoded.delete(oldest)
    const forget = () => decoded.get(digest) === model && decoded.delete(digest)
    if (!kept) model.then((found) => found ?? forget(), forget)
    return model
  }

  return {
    embedded: embeddedModel().version,
    async keep(file) {
      const model = await checkModel(file)
      if (model === embeddedModel().version)
        throw new UnfitModel('This is the version that ships with the site: it is there already.')
      const digest = digestOf(file)
      await files.write(digest, file)
      return { model, digest, bytes: file.length }
    },
    async remove(digest) {
      await files.remove(digest)
      decoded.delete(digest)
    },
    async judge(text, digest) {
      const model = digest === null ? null : await modelOf(digest)
      if (model === null) {
        if (digest !== null) onFailure('The model of the policy cannot be used: the one that ships judges.')
        return moderate(text)
      }
      try {
        const classification = judge(text, model)
        if (isSound(classification, text)) return classification
      } catch {
        // As for an answer of no use.
      }
      onFailure(`Model ${model.version} gave no usable verdict: the one that ships judged.`)
      return moderate(text)
    },
    isUsable: async (digest) => (await modelOf(digest)) !== null,
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
