export default function SignedOut() {
  return <h1>You are logged out</h1>
}
