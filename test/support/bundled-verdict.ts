import { defaultThresholds, verdictOn } from '../../backend/domain/screening.ts'
import { moderate } from '../../backend/moderation/embedded.ts'

/** What is made of a text by the model that ships, at the default thresholds. */
export const bundledVerdict = (text: string) =>
  verdictOn({ classification: moderate(text), thresholds: defaultThresholds })
