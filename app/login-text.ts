/** Returns the introduction of the OpenAPI document: how each kind of caller logs in. A test runs its commands. */
export function howToLogIn(portal: string, visitorCookie: string): string {
  return `**To log in as a user**, make these four calls and keep the cookies that each response sets:

1. \`GET /api/csrf\` sets \`${visitorCookie}\` and returns the \`X-CSRF-Token\` header. Send the latest token with each state-changing request, along with \`X-Requested-With: XMLHttpRequest\` and the portal’s \`Origin\`.
2. \`POST /api/users/login\` with the email address and the password.
3. \`POST /api/users/login/verify-mfa\` with the code from the authenticator app.
4. \`GET /api/users/me\` or any other call.

\`\`\`sh
portal=${portal}
csrf() { curl -sS -b jar -c jar -o /dev/null -w '%header{x-csrf-token}' "$portal/api/csrf"; }
post() { curl -sS -b jar -c jar -H "Origin: $portal" -H 'X-Requested-With: XMLHttpRequest' -H "X-CSRF-Token: $(csrf)" -H 'Content-Type: application/json' -d "$2" "$portal$1"; }
post /api/users/login "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"$PASSWORD\\"}"
post /api/users/login/verify-mfa "{\\"otp\\":\\"$CODE\\"}"
curl -sS -b jar -c jar "$portal/api/users/me"
\`\`\`

Admins use the corresponding calls under \`/api/admin\`. Some public calls require \`humanCheck\`, a solved challenge from \`GET /api/human-check/challenge\` (ALTCHA).

**Service accounts** send only \`Authorization: Bearer …\`, with an access token that \`POST /oidc/token\` issues for an assertion signed with the account’s key. **Platforms** do the same, with a token for their client credentials and the \`invitations\` scope.

Errors use the format of RFC 9457, with an \`errorCode\`. Lists are paginated: the \`Link\`, \`X-Next-Url\` and \`X-Next-Cursor\` headers point to the next page. New fields can be added at any time, so ignore fields that you don’t know.`
}
