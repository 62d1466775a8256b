import { Tabs } from '@base-ui/react/tabs'
import { useEffect } from 'react'
import { leaveIfSignedIn, registerForm, signInForm } from '../stores/sign-in.ts'
import { AccountFields } from './AccountFields.tsx'
import { Field, Form, SubmitButton } from './Form.tsx'

const wide = 'button button-primary button-wide'

function SignInTab() {
  return (
    <Form form={signInForm} label="Sign in">
      <Field name="email" label="Email" type="email" autoComplete="username" />
      <Field name="password" label="Password" type="password" autoComplete="current-password" />
      <SubmitButton sending="Signing in..." className={wide}>
        Sign In
      </SubmitButton>
    </Form>
  )
}

function RegisterTab() {
  return (
    <Form form={registerForm} label="Register">
      <AccountFields passwordHelp="8 characters or more; a few words are better than symbols." />
      <SubmitButton sending="Creating account..." className={wide}>
        Create Account
      </SubmitButton>
    </Form>
  )
}

/** The ways in; a new way is one more line. */
const ways = [
  { id: 'sign-in', label: 'Sign In', Panel: SignInTab },
  { id: 'register', label: 'Register', Panel: RegisterTab },
]

export function SignIn() {
  useEffect(() => {
    void leaveIfSignedIn()
  }, [])
  return (
    <Tabs.Root defaultValue="sign-in">
      <Tabs.List className="tabs" activateOnFocus>
        {ways.map(({ id, label }) => (
          <Tabs.Tab className="tab" value={id} key={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map(({ id, Panel }) => (
        <Tabs.Panel className="tab-panel" value={id} key={id} keepMounted>
          <Panel />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
