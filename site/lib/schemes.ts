import { capitalized } from './capitalized.ts'

/** The button schemes by their names in the log, because each campaign has its own colors. */
const names: Record<string, string | undefined> = { cardinal: 'Main color', gold: 'Accent color' }

/** 'cardinal' → 'Main color', 'gold (on)' → 'Accent color (on)', 'paper' → 'Paper'. */
export function schemeName(scheme: string): string {
  const [name = '', ...rest] = scheme.split(' ')
  return [names[name] ?? capitalized(name), ...rest].join(' ')
}
