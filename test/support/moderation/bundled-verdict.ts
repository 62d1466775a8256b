import { defaultThresholds, verdictOn } from '../../../backend/domain/screening.ts'
import { classifyByBundledModel } from '../../../backend/moderation/bundled-model.ts'

/** What is made of a text by the model that ships, at the default thresholds. */
export const bundledVerdict = (text: string) =>
  verdictOn({ classification: classifyByBundledModel(text), thresholds: defaultThresholds })
