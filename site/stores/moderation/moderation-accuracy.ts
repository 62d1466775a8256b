import { atom } from 'nanostores'
import type { readAccuracy } from '../../../contract/moderation-accuracy.ts'
import { call } from '../../lib/api.ts'
import type { ChosenType } from '../../lib/moderation-accuracy.ts'
import { createSingle } from '../lists/single.ts'

/** The message is here, so that it is loaded only with the panel. */
export const accuracy = createSingle({
  query: {},
  failed: { title: 'Error loading the figures', description: 'Please try again.' },
  read: () => call<typeof readAccuracy>('GET', '/api/moderation/accuracy'),
})

export const $chosenType = atom<ChosenType>('all')
