/** Tells a password manager whose entry the new password belongs to, where no field asks for it. */
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
