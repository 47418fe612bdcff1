/** Tells password managers the account of a new password, in a form without an email field. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      defaultValue={email}
      readOnly
      hidden
    />
  )
}
