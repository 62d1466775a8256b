import { campaign, campaignName } from '../../contract/campaign.ts'
import { navigation, paths } from './paths.ts'

type Thing = Record<string, unknown>

/** Schema.org: the organization behind the site. `home`: its absolute URL. */
export const organization = (home: string): Thing => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: campaignName,
  slogan: campaign.slogan,
  url: home,
  email: campaign.email,
  areaServed: campaign.area,
  sameAs: campaign.social.map(({ url }) => url),
})

/** Schema.org: breadcrumbs of a page below one of the navigation bar; null for other pages. `address`: absolute. */
export function breadcrumbs(name: string, address: string): Thing | null {
  const { pathname } = new URL(address)
  const above = navigation.filter(({ path }) => path === paths.home || pathname.startsWith(`${path}/`))
  if (above.length < 2) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [...above, { path: pathname, label: name }].map(({ path, label }, index) => {
      return { '@type': 'ListItem', position: index + 1, name: label, item: new URL(path, address).href }
    }),
  }
}

/** For a script of type `application/ld+json`; '<' is escaped so that no text can close it. */
export const jsonLd = (thing: Thing) => JSON.stringify(thing).replaceAll('<', '\\u003c')
