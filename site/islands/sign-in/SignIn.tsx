import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode } from 'react'
import type { FormNote } from '../../../contract/form-notes.ts'
import { paths } from '../../lib/paths.ts'
import { $linkSentTo, magicLinkForm } from '../../stores/sign-in/magic-link.ts'
import {
  $providerProblem,
  $signInTab,
  chooseSignInTab,
  registerForm,
  signInForm,
  signInTabs,
  type SignInTab as Tab,
} from '../../stores/sign-in/sign-in.ts'
import { Field } from '../forms/Field.tsx'
import { Form } from '../forms/Form.tsx'
import { PasswordField } from '../forms/PasswordField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { AccountFields } from './AccountFields.tsx'
import { MagicLinkCode } from './MagicLinkCode.tsx'
import { ProviderButtons } from './ProviderButtons.tsx'

/** `note`: the sentence beside the form for a new account. */
type Props = { note: FormNote }

const wide = 'button button-primary button-wide'

function SignInTab() {
  const { alert } = useStore(signInForm.$state, { ssr: 'initial' })
  return (
    <>
      <ProviderButtons />
      <Form form={signInForm} label="Sign in">
        <Field name="email" label="Email" type="email" autoComplete="username webauthn" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton sending="Signing in..." className={wide}>
          Sign In
        </SubmitButton>
      </Form>
      {alert !== null && (
        <p className="quiet small">
          If you confirmed your address in another browser, your password was removed: sign in with a magic link, then
          set a new one under Settings &gt; Security.
        </p>
      )}
      <p className="aside">
        <button className="link" type="button" onClick={() => chooseSignInTab('magic-link')}>
          Forgot your password?
        </button>
      </p>
    </>
  )
}

function RegisterTab({ note }: Props) {
  return (
    <Form form={registerForm} label="Register" wording={note.hash}>
      <AccountFields passwordHelp="8 characters or more; a few words are better than symbols." />
      <p className="quiet small">
        {`${note.text} Read the `}
        <a href={paths.terms} target="_blank" rel="noopener">
          terms
        </a>
        {' and the '}
        <a href={paths.privacy} target="_blank" rel="noopener">
          privacy policy
        </a>
        {' in a new tab.'}
      </p>
      <SubmitButton sending="Creating account..." className={wide}>
        Create Account
      </SubmitButton>
    </Form>
  )
}

function MagicLinkTab() {
  const sentTo = useStore($linkSentTo, { ssr: 'initial' })
  return (
    <div className="stack">
      <Form form={magicLinkForm} label="Magic link">
        <p className="quiet small">
          We’ll email you a link that signs you in once, without a password. Forgot your password? Sign in with the
          link, then set a new one under Settings &gt; Security.
        </p>
        <Field name="email" label="Email" type="email" autoComplete="username" />
        <SubmitButton sending="Sending..." className={wide}>
          Send Magic Link
        </SubmitButton>
        {sentTo !== null && (
          <p className="alert alert-good" role="status">
            Please check your email for the login link. We sent it to {sentTo}, and it works for 15 minutes.
          </p>
        )}
      </Form>
      {sentTo !== null && <MagicLinkCode key={sentTo} />}
    </div>
  )
}

const tabs: { [T in Tab]: { label: string; Panel: (props: Props) => ReactNode } } = {
  'sign-in': { label: 'Sign In', Panel: SignInTab },
  register: { label: 'Register', Panel: RegisterTab },
  'magic-link': { label: 'Magic Link', Panel: MagicLinkTab },
}

export function SignIn({ note }: Props) {
  const tab = useStore($signInTab, { ssr: 'initial' })
  const problem = useStore($providerProblem, { ssr: 'initial' })
  return (
    <Tabs.Root value={tab} onValueChange={chooseSignInTab}>
      {problem !== null && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      <Tabs.List className="tabs" activateOnFocus aria-label="Ways to sign in">
        {signInTabs.map((id) => (
          <Fragment key={id}>
            <Tabs.Tab className="tab" value={id}>
              {tabs[id].label}
            </Tabs.Tab>{' '}
          </Fragment>
        ))}
      </Tabs.List>
      {signInTabs.map((id) => {
        const { Panel } = tabs[id]
        return (
          <Tabs.Panel className="tab-panel" value={id} key={id} keepMounted>
            <Panel note={note} />
          </Tabs.Panel>
        )
      })}
    </Tabs.Root>
  )
}
