import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AstroIntegration } from 'astro'
import { noteCampaign } from './built-campaign.ts'
import { checkCampaign, sampleNotice } from './campaign-check.ts'
import { environment } from './environment.ts'
import { ownCampaign } from './own-campaign.ts'

const root = join(import.meta.dirname, '..', '..')
const content = join(root, 'site', 'content')
const contract = ['campaign.ts', 'form-notes.ts'].map((name) => join(root, 'contract', name))

/**
 * Exports of each module with words of the campaign, by its path, with the campaign's folder laid over it. Throws
 * ConfigError when something in it is wrong.
 */
export async function campaignWords(): Promise<Map<string, object>> {
  const modules = [...contract, ...readdirSync(content).map((name) => join(content, name))]
  const words = new Map<string, object>()
  for (const path of modules) words.set(path, await import(pathToFileURL(path).href))
  const { campaign, campaignTexts, volunteerInterests } = await import('../../contract/campaign.ts')
  checkCampaign(campaign, campaignTexts, volunteerInterests, { isWhole: true })
  return words
}

/**
 * Puts the words of the campaign into the site as literals, so that pages and scripts hold nothing of the laying over,
 * and the portrait as the module #portrait.
 */
export function campaignSite(): AstroIntegration {
  return {
    name: 'campaign-words',
    hooks: {
      'astro:config:setup': async ({ command, logger, updateConfig }) => {
        const words = await campaignWords()
        // A build for a public address takes minutes, after which a start in production would refuse the campaign.
        const { campaign } = await import('../../contract/campaign.ts')
        const notice = command === 'build' && environment().PUBLIC_URL ? sampleNotice(campaign) : null
        if (notice !== null) logger.warn(notice)
        const noPortrait = '\0no-portrait'
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'campaign-words',
                enforce: 'pre',
                resolveId: (id) => (id === '#portrait' ? (ownCampaign.portrait ?? noPortrait) : null),
                load(id) {
                  if (id === noPortrait) return 'export default null'
                  const exported = words.get(id)
                  return exported === undefined
                    ? null
                    : Object.entries(exported)
                        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
                        .join('\n')
                },
              },
            ],
          },
        })
      },
      'astro:build:done': ({ dir }) => noteCampaign(fileURLToPath(new URL('..', dir))),
    },
  }
}
