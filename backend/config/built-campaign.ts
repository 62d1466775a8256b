import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownCampaign } from './own-campaign.ts'

type BuiltCampaign = {
  fingerprint: string
  /** Sentences about fields that the campaign's folder leaves to their defaults. */
  defaults: string[]
}

const fileIn = (dist: string) => join(dist, 'campaign.json')

/** Notes in the build which words it was made with. */
export function noteCampaign(dist: string): void {
  const built: BuiltCampaign = { fingerprint: ownCampaign.fingerprint(), defaults: ownCampaign.defaults() }
  writeFileSync(fileIn(dist), JSON.stringify(built))
}

/** Null: the build was made with other words than the campaign's folder has now. */
export function builtCampaign(dist: string): BuiltCampaign | null {
  try {
    const built: BuiltCampaign = JSON.parse(readFileSync(fileIn(dist), 'utf8'))
    return built.fingerprint === ownCampaign.fingerprint() ? built : null
  } catch {
    return null // built before there was such a note
  }
}
