import compat from '@mdn/browser-compat-data' with { type: 'json' }
import type { BrowserName, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { oldestBrowsers } from '../../../backend/pages/build/oldest-browsers.ts'

const namesOfBrowsers: { [target: string]: BrowserName } = { ios: 'safari_ios' }

const targets = oldestBrowsers.map((target) => {
  const [, name = '', version = ''] = /^(\D+)(.+)$/.exec(target) ?? []
  return { browser: namesOfBrowsers[name] ?? name, version }
})

const isUpTo = (version: string, target: string) =>
  version.replace('≤', '').localeCompare(target, 'en', { numeric: true }) <= 0

/** The data has 'preview' for what no release has yet. */
const isIn = ({ version_added, version_removed, ...limits }: SimpleSupportStatement, target: string) =>
  version_added !== false &&
  /\d/.test(version_added) &&
  isUpTo(version_added, target) &&
  !(version_removed && isUpTo(version_removed, target)) &&
  !limits.flags &&
  !limits.prefix &&
  !limits.alternative_name

/** One of the oldest browsers lacks it. */
function isMissing({ __compat }: Identifier): boolean {
  if (!__compat) return false
  return targets.some(({ browser, version }) => {
    const support = Object.entries(__compat.support).find(([name]) => name === browser)?.[1]
    return support !== undefined && ![support].flat().some((statement) => isIn(statement, version))
  })
}

/** The path of the object that holds it, and its name there. */
type Missing = [holder: string, name: string]

function membersOf({ __compat, ...members }: Identifier): [string, Identifier][] {
  return Object.entries(members)
}

/** The data does not say whether a function of the language is one of the constructor or of its instances. */
function ofLanguage(features: Identifier, owner: string): Missing[] {
  return membersOf(features).flatMap(([name, feature]): Missing[] => [
    ...ofLanguage(feature, `${owner}.${name}`),
    ...(isMissing(feature)
      ? ([
          [owner, name],
          [`${owner}.prototype`, name],
        ] satisfies Missing[])
      : []),
  ])
}

const ofWindow = ([name, feature]: [string, Identifier]): Missing[] => [
  ...membersOf(feature)
    .filter(([, member]) => isMissing(member))
    .map(([member]): Missing => {
      if (name === 'Window') return ['globalThis', member]
      return member.endsWith('_static') ? [name, member.slice(0, -'_static'.length)] : [`${name}.prototype`, member]
    }),
  ...(isMissing(feature) ? [['globalThis', name] satisfies Missing] : []),
]

/** Everything that a script can call or read and that one of the oldest browsers lacks; members before their owners. */
export const missingFunctions: Missing[] = [
  ...ofLanguage(compat.javascript.builtins ?? {}, 'globalThis'),
  ...membersOf(compat.api).flatMap(ofWindow),
]

/** Runs in the page, before its scripts. */
export function removeFunctions(missing: Missing[]): void {
  const parts = { globalThis, TypedArray: Object.getPrototypeOf(Uint8Array) }
  const roots = new Map<string, unknown>(Object.entries(parts))
  for (const [path, name] of missing) {
    const [first = '', ...rest] = path.replace('globalThis.TypedArray', 'TypedArray').split('.')
    const holder = rest.reduce<unknown>(
      (owner, part) => (owner instanceof Object ? Reflect.get(owner, part) : undefined),
      roots.get(first) ?? Reflect.get(globalThis, first),
    )
    if (holder instanceof Object) Reflect.deleteProperty(holder, name)
  }
}
