import { atom } from 'nanostores'
import type { ReviewedTopic } from '../../../contract/topic-words.ts'
import type { Reviewed } from './review.ts'

/** The item whose words staff correct; null while the dialog is closed. */
export const $rewording = atom<{ topic: ReviewedTopic; item: Reviewed } | null>(null)
