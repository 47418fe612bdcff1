// A platform with express-openid-connect and the settings of its documentation: answers with the user as JSON.
import express from 'express'
import openid from 'express-openid-connect'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, HOME_URL, PORT } = process.env
const app = express()
app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: HOME_URL,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    secret: CLIENT_SECRET,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
)
app.get('/', (request, response) => response.json(request.oidc.user))
app.listen(PORT, '127.0.0.1')
