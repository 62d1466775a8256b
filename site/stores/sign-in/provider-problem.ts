import type { Provider, ProviderProblem } from '../../../contract/auth-providers.ts'
import { providerNames } from '../../lib/labels.ts'
import { messages } from '../../lib/messages.ts'
import { providerProblems } from '../../lib/provider-problems.ts'
import { showError } from '../toasts.ts'

const isProvider = (name: string | null): name is Provider => name !== null && name in providerNames
const isProblem = (name: string | null): name is ProviderProblem => name !== null && name in providerProblems

/** The problem for people who came back from a provider without being signed in; null for others. */
function providerProblem(search: string): string | null {
  const query = new URLSearchParams(search)
  const [provider, problem] = [query.get('provider'), query.get('problem')]
  return isProvider(provider) && isProblem(problem) ? `${providerNames[provider]} ${providerProblems[problem]}` : null
}

/** Shows the problem in a toast and takes it out of the address, so a reload does not repeat it. Returns it. */
export function reportProviderProblem(title: string = messages.provider.failed): string | null {
  const sentence = providerProblem(location.search)
  if (sentence === null) return null
  showError({ title, description: sentence })
  const url = new URL(location.href)
  for (const name of ['provider', 'problem']) url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  return sentence
}
