import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../../contract/auth-passkeys.ts'

/** Browsers offer none at an IP address, and old browsers never do. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|^\[/.test(location.hostname)

/** True when the browser can offer passkeys among what it fills in. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Loaded when the visitor uses a passkey, or the browser can offer one. */
const library = () => import('@simplewebauthn/browser')

/** Asks the device to create a passkey. */
export const makePasskey = async (options: PasskeyCreation): Promise<NewPasskey> => {
  const { id, rawId, type, response, clientExtensionResults } = await (await library()).startRegistration({
    optionsJSON: options,
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return {
    id,
    rawId,
    type,
    clientExtensionResults: { ...clientExtensionResults },
    response: { clientDataJSON, attestationObject, transports },
  }
}

/** Asks a passkey to sign. `isOffered`: among the browser’s suggestions; resolves when the visitor picks one. */
export const answerByPasskey = async (
  options: PasskeyRequest,
  { isOffered = false }: { isOffered?: boolean } = {},
): Promise<PasskeyAnswer> => {
  const { id, rawId, type, response, clientExtensionResults } = await (await library()).startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: isOffered,
  })
  return { id, rawId, type, clientExtensionResults: { ...clientExtensionResults }, response }
}

/** The user cancelled, or no passkey matched. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The device already has a passkey of this account. */
export const isOnDevice = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'

/** A first guess at the person’s name for this device. */
export function deviceName(userAgent: string): string {
  const kinds: [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android phone'],
    [/Macintosh/, 'Mac'],
    [/Windows/, 'Windows computer'],
    [/CrOS/, 'Chromebook'],
    [/Linux/, 'Linux computer'],
  ]
  return kinds.find(([sign]) => sign.test(userAgent))?.[1] ?? 'This device'
}
