import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { StartupError } from '../../database/startup-error.ts'

const names = ['tlsCAFile', 'userCertFile', 'userKeyFile']

/** The files that an esdb:// address names, as the client reads them: it ignores them without TLS. */
function filesIn(address: string): { name: string; path: string }[] {
  const [, query = ''] = address.split(/\?(.*)/s)
  const settings = query.split('&').map((setting) => setting.split(/=(.*)/s))
  const settingOf = (wanted: string) => settings.find(([name = '']) => name.toLowerCase() === wanted.toLowerCase())?.[1]
  if (settingOf('tls') === 'false') return []
  return names.flatMap((name) => {
    const value = settingOf(name)
    return value ? [{ name, path: resolve(decodeURIComponent(value)) }] : []
  })
}

export const namesAuthority = (address: string): boolean => filesIn(address).some(({ name }) => name === 'tlsCAFile')

/** The client’s own errors name neither the setting nor the file. Throws StartupError. */
export function rejectUnreadableFiles(address: string): void {
  for (const { name, path } of filesIn(address)) {
    const advice = `Correct ${name} in EVENTSTORE_URL and start again.`
    if (!textOf(path, `The file ${path} cannot be read. ${advice}`).includes('-----BEGIN '))
      throw new StartupError(`The file ${path} has no certificate or key in PEM format. ${advice}`)
  }
}

function textOf(path: string, problem: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(problem)
  }
}
