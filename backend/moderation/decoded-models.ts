import { classifyByBundledModel } from './bundled-model.ts'
import type { Classification } from './classification.ts'
import { classify } from './classifier.ts'
import { decodeModel, type Model } from './model-file.ts'
import { isSound } from './sound-classification.ts'

/** Number of decoded models kept in memory: the one in use and one in a trial. */
export const maxDecoded = 2

export const unusable = 'The model chosen in the policy cannot be used: the bundled one is.'

/** `failure`: why the bundled model was used instead; never with the post in it. */
export type ModelAnswer = { classification: Classification; failure: string | null }

/** Added models, by digest, as the thread that classifies keeps them. */
export function createDecodedModels() {
  const decoded = new Map<string, Model | null>()

  /** True when this release can use the file. The two used last are kept. */
  function load(digest: string, file: Uint8Array): boolean {
    decoded.delete(digest)
    decoded.set(digest, decodable(file))
    for (const oldest of [...decoded.keys()].slice(0, -maxDecoded)) decoded.delete(oldest)
    return decoded.get(digest) !== null
  }

  return {
    load,
    /** Uses this model, or the bundled one for null and whenever this one is missing or unusable. */
    classify(text: string, digest: string | null): ModelAnswer {
      if (digest === null) return { classification: classifyByBundledModel(text), failure: null }
      const instead = (failure: string) => ({ classification: classifyByBundledModel(text), failure })
      const model = decoded.get(digest)
      if (!model) return instead(unusable)
      try {
        const classification = classify(text, model)
        if (isSound(classification, text)) return { classification, failure: null }
      } catch {
        // Handled like an unusable answer.
      }
      return instead(`Model ${model.version} gave no usable answer: the bundled one was used.`)
    },
  }
}

function decodable(file: Uint8Array): Model | null {
  try {
    return decodeModel(file)
  } catch {
    return null
  }
}
