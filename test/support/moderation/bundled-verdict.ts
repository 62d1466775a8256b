import { defaultThresholds, verdictOn } from '../../../backend/domain/forum/screening.ts'
import { classifyByBundledModel } from '../../../backend/moderation/bundled-model.ts'

/** The bundled model’s verdict on a text, at the default thresholds. */
export const bundledVerdict = (text: string) =>
  verdictOn({ classification: classifyByBundledModel(text), thresholds: defaultThresholds })
