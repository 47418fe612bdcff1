import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Log in',
    email: 'Email',
    password: 'Password',
    forgotPassword: 'Forgot your password?',
    emailRequired: 'Enter your email',
    passwordRequired: 'Enter your password',
    logIn: 'Log in',
    codeTitle: 'Enter your code',
    secondTitle: 'Confirm it’s you',
    codeText: 'Open your authenticator app and enter the code for {email}.',
    otp: '6-digit code',
    verify: 'Verify',
    otherWays: 'Other ways',
    useRecoveryCode: 'Use a recovery code instead',
    useCode: 'Use a code from the authenticator app instead',
    recoveryTitle: 'Enter a recovery code',
    recoveryText:
      'Enter one of the recovery codes that you saved when you set up two-factor authentication. Each code works only once.',
    recoveryCode: 'Recovery code',
    back: 'Use another account',
    expiredTitle: 'Your login session has expired',
    expiredText: 'For your security, please enter your password again.',
    invalidCredentials: 'Wrong email or password.',
    wrongLogin: 'Address, password or code is wrong.',
    attemptsLeft: {
      one: '{count} attempt left in this browser.',
      other: '{count} attempts left in this browser.',
    },
    wrongCode: 'Wrong code. Enter the current code from your authenticator app',
    usePasskey: 'Use a passkey',
    noPasskey: 'No passkey for this site on this device',
    passwordTitle: 'Enter your password',
    wrongPassword: 'Wrong password. Please try again',
    wrongPasskey: 'This passkey was not accepted. Log in another way.',
    ceremonyExpired: 'That took too long. Please try again.',
    wrongRecoveryCode: 'Wrong recovery code. Each code works only once',
    addressBlocked:
      'Too many failed attempts. For your security, your IP address is blocked for 10 minutes.',
    browserBlocked: 'Too many failed attempts. For your security, this browser is blocked for now.',
  },
  {
    ar: {
      title: 'تسجيل الدخول',
      email: 'البريد الإلكتروني',
      password: 'كلمة المرور',
      forgotPassword: 'هل نسيت كلمة المرور؟',
      emailRequired: 'أدخل بريدك الإلكتروني',
      passwordRequired: 'أدخل كلمة المرور',
      logIn: 'تسجيل الدخول',
      codeTitle: 'أدخل الرمز',
      secondTitle: 'أكّد هويتك',
      codeText: 'افتح تطبيق المصادقة وأدخل الرمز الذي يعرضه للحساب {email}.',
      otp: 'رمز من 6 أرقام',
      verify: 'تحقق',
      otherWays: 'طرق أخرى',
      useRecoveryCode: 'استخدام رمز استرداد بدلًا من ذلك',
      useCode: 'استخدام رمز من تطبيق المصادقة بدلًا من ذلك',
      recoveryTitle: 'أدخل رمز استرداد',
      recoveryText:
        'أدخل أحد رموز الاسترداد التي حفظتها عند إعداد خطوة التحقق الثانية. يُستخدم كل رمز مرة واحدة فقط.',
      recoveryCode: 'رمز الاسترداد',
      back: 'استخدام حساب آخر',
      expiredTitle: 'انتهت جلسة تسجيل الدخول',
      expiredText: 'حفاظًا على أمانك، يرجى إدخال كلمة المرور من جديد.',
      invalidCredentials: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
      wrongLogin: 'العنوان أو كلمة المرور أو الرمز غير صحيح.',
      attemptsLeft: {
        zero: 'لم تبق أي محاولة في هذا المتصفح.',
        one: 'بقيت محاولة واحدة في هذا المتصفح.',
        two: 'بقيت محاولتان في هذا المتصفح.',
        few: 'بقيت {count} محاولات في هذا المتصفح.',
        many: 'بقيت {count} محاولة في هذا المتصفح.',
        other: 'بقيت {count} محاولة في هذا المتصفح.',
      },
      wrongCode: 'الرمز غير صحيح. أدخل الرمز الحالي من تطبيق المصادقة',
      usePasskey: 'استخدام مفتاح مرور',
      noPasskey: 'لا يوجد مفتاح مرور لهذا الموقع على هذا الجهاز',
      passwordTitle: 'أدخل كلمة المرور',
      wrongPassword: 'كلمة المرور غير صحيحة. يرجى المحاولة مرة أخرى',
      wrongPasskey: 'لم يُقبل مفتاح المرور هذا. سجّل الدخول بطريقة أخرى.',
      ceremonyExpired: 'استغرق ذلك وقتًا طويلًا. يرجى المحاولة مرة أخرى.',
      wrongRecoveryCode: 'رمز الاسترداد غير صحيح. يُستخدم كل رمز مرة واحدة فقط',
      addressBlocked:
        'محاولات فاشلة كثيرة. حفاظًا على أمانك، تم حظر عنوان IP الخاص بك لمدة 10 دقائق.',
      browserBlocked: 'محاولات فاشلة كثيرة. حفاظًا على أمانك، تم حظر هذا المتصفح مؤقتًا.',
    },
    fr: {
      title: 'Connexion',
      email: 'Adresse e-mail',
      password: 'Mot de passe',
      forgotPassword: 'Mot de passe oublié ?',
      emailRequired: 'Saisissez votre adresse e-mail',
      passwordRequired: 'Saisissez votre mot de passe',
      logIn: 'Se connecter',
      codeTitle: 'Saisissez votre code',
      secondTitle: 'Confirmez votre identité',
      codeText:
        'Ouvrez votre application d’authentification et saisissez le code affiché pour {email}.',
      otp: 'Code à 6 chiffres',
      verify: 'Vérifier',
      otherWays: 'Autres moyens',
      useRecoveryCode: 'Utiliser plutôt un code de secours',
      useCode: 'Utiliser plutôt un code de l’application d’authentification',
      recoveryTitle: 'Saisissez un code de secours',
      recoveryText:
        'Saisissez l’un des codes de secours enregistrés lors de l’activation de l’authentification à deux facteurs. Chaque code ne sert qu’une seule fois.',
      recoveryCode: 'Code de secours',
      back: 'Utiliser un autre compte',
      expiredTitle: 'Votre session de connexion a expiré',
      expiredText: 'Pour votre sécurité, veuillez saisir à nouveau votre mot de passe.',
      invalidCredentials: 'Adresse e-mail ou mot de passe incorrect.',
      wrongLogin: 'Adresse, mot de passe ou code incorrect.',
      attemptsLeft: {
        one: 'Il reste {count} tentative dans ce navigateur.',
        other: 'Il reste {count} tentatives dans ce navigateur.',
      },
      wrongCode:
        'Code incorrect. Saisissez le code affiché par votre application d’authentification',
      usePasskey: 'Utiliser une clé d’accès',
      noPasskey: 'Aucune clé d’accès pour ce site sur cet appareil',
      passwordTitle: 'Saisissez votre mot de passe',
      wrongPassword: 'Mot de passe incorrect. Veuillez réessayer',
      wrongPasskey: 'Cette clé d’accès n’a pas été acceptée. Connectez-vous d’une autre façon.',
      ceremonyExpired: 'Le délai est dépassé. Veuillez réessayer.',
      wrongRecoveryCode: 'Code de secours incorrect. Chaque code ne sert qu’une seule fois',
      addressBlocked:
        'Trop de tentatives infructueuses. Pour votre sécurité, votre adresse IP est bloquée pendant 10 minutes.',
      browserBlocked:
        'Trop de tentatives infructueuses. Pour votre sécurité, ce navigateur est bloqué pour le moment.',
    },
    es: {
      title: 'Iniciar sesión',
      email: 'Correo electrónico',
      password: 'Contraseña',
      forgotPassword: '¿Ha olvidado su contraseña?',
      emailRequired: 'Introduzca su correo electrónico',
      passwordRequired: 'Introduzca su contraseña',
      logIn: 'Iniciar sesión',
      codeTitle: 'Introduzca su código',
      secondTitle: 'Confirme su identidad',
      codeText:
        'Abra su aplicación de autenticación e introduzca el código que muestra para {email}.',
      otp: 'Código de 6 dígitos',
      verify: 'Verificar',
      otherWays: 'Otras opciones',
      useRecoveryCode: 'Usar un código de recuperación',
      useCode: 'Usar un código de la aplicación de autenticación',
      recoveryTitle: 'Introduzca un código de recuperación',
      recoveryText:
        'Introduzca uno de los códigos de recuperación que guardó al configurar la autenticación de dos factores. Cada código sirve una sola vez.',
      recoveryCode: 'Código de recuperación',
      back: 'Usar otra cuenta',
      expiredTitle: 'La sesión de acceso ha caducado',
      expiredText: 'Por su seguridad, introduzca de nuevo su contraseña.',
      invalidCredentials: 'Correo electrónico o contraseña incorrectos.',
      wrongLogin: 'La dirección, la contraseña o el código no son correctos.',
      attemptsLeft: {
        one: 'Queda {count} intento en este navegador.',
        other: 'Quedan {count} intentos en este navegador.',
      },
      wrongCode: 'Código incorrecto. Introduzca el código actual de su aplicación de autenticación',
      usePasskey: 'Usar una llave de acceso',
      noPasskey: 'No hay ninguna llave de acceso para este sitio en este dispositivo',
      passwordTitle: 'Introduzca su contraseña',
      wrongPassword: 'Contraseña incorrecta. Inténtelo de nuevo',
      wrongPasskey: 'Esta llave de acceso no se ha aceptado. Inicie sesión de otra forma.',
      ceremonyExpired: 'Se ha agotado el tiempo. Inténtelo de nuevo.',
      wrongRecoveryCode: 'Código de recuperación incorrecto. Cada código sirve una sola vez',
      addressBlocked:
        'Demasiados intentos fallidos. Por su seguridad, su dirección IP está bloqueada durante 10 minutos.',
      browserBlocked:
        'Demasiados intentos fallidos. Por su seguridad, este navegador está bloqueado por ahora.',
    },
    zh: {
      title: '登录',
      email: '电子邮箱',
      password: '密码',
      forgotPassword: '忘记密码？',
      emailRequired: '请输入您的电子邮箱',
      passwordRequired: '请输入您的密码',
      logIn: '登录',
      codeTitle: '输入验证码',
      secondTitle: '请确认是您本人',
      codeText: '打开身份验证器应用，输入其为 {email} 显示的验证码。',
      otp: '6 位验证码',
      verify: '验证',
      otherWays: '其他方式',
      useRecoveryCode: '改用恢复码',
      useCode: '改用身份验证器应用的验证码',
      recoveryTitle: '输入恢复码',
      recoveryText: '请输入您在设置双重验证时保存的任一恢复码。每个恢复码只能使用一次。',
      recoveryCode: '恢复码',
      back: '使用其他账户',
      expiredTitle: '登录会话已过期',
      expiredText: '为保障安全，请重新输入密码。',
      invalidCredentials: '电子邮箱或密码错误。',
      wrongLogin: '邮箱地址、密码或验证码错误。',
      attemptsLeft: { other: '此浏览器还可尝试 {count} 次。' },
      wrongCode: '验证码错误，请输入身份验证器应用当前显示的验证码',
      usePasskey: '使用通行密钥',
      noPasskey: '此设备上没有本网站的通行密钥',
      passwordTitle: '请输入密码',
      wrongPassword: '密码错误，请重试',
      wrongPasskey: '此通行密钥未被接受，请用其他方式登录。',
      ceremonyExpired: '操作超时，请重试。',
      wrongRecoveryCode: '恢复码错误。每个恢复码只能使用一次',
      addressBlocked: '失败次数过多。为保障您的安全，您的 IP 地址已被封锁 10 分钟。',
      browserBlocked: '失败次数过多。为保障您的安全，此浏览器已被暂时封锁。',
    },
  },
)

/** Mail about an account that is locked for new browsers. */
export const mailMessages = defineMessages(
  {
    subject: 'Too many failed login attempts at {brand}',
    passwords: 'A wrong password was entered for your account several times in a row.',
    codes:
      'Your password was entered correctly, but then a wrong security code several times in a row.',
    passkeys: 'A passkey that was not right was used for your account several times in a row.',
    minutes: { one: '{count} minute', other: '{count} minutes' },
    effect:
      'For your protection, new browsers cannot log in to your account for {duration}. In browsers you have used before, you can log in as usual.',
    restricted:
      'After {failures} failed attempts in a row, your account accepts your password only in browsers you have logged in from before. Your password has to be replaced before you can log in from any other browser.',
    disabled:
      'After {failures} wrong codes in a row, your authenticator app no longer works for this account. Log in with a recovery code, or ask support for help.',
    ended: 'For your protection, we ended the session in which the codes were entered.',
    stranger:
      'If this was not you, your account is still protected: your password was not guessed. If you use the same password elsewhere, choose a new one.',
    strangerKnows:
      'If this was not you, someone knows your password or is using a browser in which you are logged in. Please set a new password now.',
    link: 'Set a new password',
    adminLink: 'Go to login',
    own: 'If this was you, try again later or use a browser you have logged in from before.',
    questions: 'Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'محاولات فاشلة كثيرة لتسجيل الدخول إلى {brand}',
      passwords: 'أُدخلت كلمات مرور خاطئة لحسابك عدة مرات متتالية.',
      codes: 'أُدخلت كلمة مرورك بشكل صحيح، ثم أُدخلت رموز أمان خاطئة عدة مرات متتالية.',
      passkeys: 'استُخدم مفتاح مرور غير صحيح لحسابك عدة مرات متتالية.',
      minutes: {
        zero: '{count} دقيقة',
        one: 'دقيقة واحدة',
        two: 'دقيقتين',
        few: '{count} دقائق',
        many: '{count} دقيقة',
        other: '{count} دقيقة',
      },
      effect:
        'حفاظًا على أمانك، لا يمكن لأي متصفح جديد تسجيل الدخول إلى حسابك لمدة {duration}. أما المتصفحات التي استخدمتها من قبل فيمكنك تسجيل الدخول منها كالمعتاد.',
      restricted:
        'بعد عدد من المحاولات الفاشلة المتتالية بلغ {failures}، لم يعد حسابك يقبل كلمة المرور إلا من المتصفحات التي سجّلت الدخول منها من قبل. يجب تغيير كلمة المرور قبل تسجيل الدخول من أي متصفح آخر.',
      disabled:
        'بعد عدد من الرموز الخاطئة المتتالية بلغ {failures}، لم يعد تطبيق المصادقة صالحًا لهذا الحساب. سجّل الدخول برمز استرداد، أو اطلب المساعدة من الدعم.',
      ended: 'حفاظًا على أمانك، أنهينا الجلسة التي أُدخلت فيها الرموز.',
      stranger:
        'إذا لم تكن أنت من فعل ذلك، فحسابك لا يزال محميًا: لم تُكتشف كلمة المرور. وإذا كنت تستخدم كلمة المرور نفسها في مواقع أخرى، فاختر كلمة جديدة.',
      strangerKnows:
        'إذا لم تكن أنت من فعل ذلك، فهناك من يعرف كلمة مرورك أو يستخدم متصفحًا سجّلت الدخول فيه. يرجى تعيين كلمة مرور جديدة الآن.',
      link: 'تعيين كلمة مرور جديدة',
      adminLink: 'الانتقال إلى تسجيل الدخول',
      own: 'إذا كنت أنت من فعل ذلك، فحاول مرة أخرى لاحقًا، أو استخدم متصفحًا سبق أن سجّلت الدخول منه.',
      questions: 'للاستفسار: {supportEmail}',
    },
    fr: {
      subject: 'Trop de tentatives de connexion échouées sur {brand}',
      passwords:
        'Des mots de passe erronés ont été saisis plusieurs fois de suite pour votre compte.',
      codes:
        'Votre mot de passe a été saisi correctement, mais des codes de sécurité erronés ont suivi plusieurs fois de suite.',
      passkeys:
        'Une clé d’accès incorrecte a été utilisée plusieurs fois de suite pour votre compte.',
      minutes: { one: '{count} minute', other: '{count} minutes' },
      effect:
        'Pour votre protection, aucun nouveau navigateur ne peut se connecter à votre compte pendant {duration}. Dans les navigateurs que vous avez déjà utilisés, vous pouvez vous connecter comme d’habitude.',
      restricted:
        'Après {failures} tentatives infructueuses de suite, votre compte n’accepte votre mot de passe que dans les navigateurs où vous vous êtes déjà connecté. Pour vous connecter dans un autre navigateur, votre mot de passe doit d’abord être remplacé.',
      disabled:
        'Après {failures} codes erronés de suite, votre application d’authentification ne fonctionne plus pour ce compte. Connectez-vous avec un code de secours, ou demandez de l’aide à l’assistance.',
      ended:
        'Pour votre protection, nous avons fermé la session dans laquelle les codes ont été saisis.',
      stranger:
        'Si ce n’était pas vous, votre compte reste protégé : le mot de passe n’a pas été découvert. Si vous utilisez le même mot de passe ailleurs, choisissez-en un nouveau.',
      strangerKnows:
        'Si ce n’était pas vous, quelqu’un connaît votre mot de passe ou utilise un navigateur dans lequel vous êtes connecté. Veuillez définir un nouveau mot de passe dès maintenant.',
      link: 'Définir un nouveau mot de passe',
      adminLink: 'Aller à la page de connexion',
      own: 'Si c’était vous, réessayez plus tard ou utilisez un navigateur dans lequel vous vous êtes déjà connecté.',
      questions: 'Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: 'Demasiados intentos fallidos de inicio de sesión en {brand}',
      passwords: 'Se han introducido contraseñas incorrectas para su cuenta varias veces seguidas.',
      codes:
        'Su contraseña se introdujo correctamente, pero después se introdujeron códigos de seguridad incorrectos varias veces seguidas.',
      passkeys:
        'Se ha utilizado varias veces seguidas una llave de acceso incorrecta para su cuenta.',
      minutes: { one: '{count} minuto', other: '{count} minutos' },
      effect:
        'Para su protección, no se podrá acceder a su cuenta desde navegadores nuevos durante {duration}. En los que ya ha utilizado puede iniciar sesión como siempre.',
      restricted:
        'Tras {failures} intentos fallidos seguidos, su cuenta solo acepta su contraseña en los navegadores en los que ya ha iniciado sesión. Para iniciar sesión en cualquier otro navegador, antes hay que cambiar la contraseña.',
      disabled:
        'Tras {failures} códigos incorrectos seguidos, su aplicación de autenticación ya no sirve para esta cuenta. Inicie sesión con un código de recuperación o pida ayuda al servicio de asistencia.',
      ended: 'Para su protección, hemos cerrado la sesión en la que se introdujeron los códigos.',
      stranger:
        'Si no ha sido usted, su cuenta sigue protegida: nadie ha averiguado la contraseña. Si utiliza la misma contraseña en otros sitios, elija una nueva.',
      strangerKnows:
        'Si no ha sido usted, alguien conoce su contraseña o utiliza un navegador en el que usted tiene la sesión iniciada. Establezca una contraseña nueva ahora mismo.',
      link: 'Establecer una contraseña nueva',
      adminLink: 'Ir a la página de inicio de sesión',
      own: 'Si ha sido usted, inténtelo de nuevo más tarde o utilice un navegador en el que ya haya iniciado sesión.',
      questions: '¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      subject: '登录 {brand} 的失败次数过多',
      passwords: '您的账户被连续多次输入了错误的密码。',
      codes: '您的密码输入正确，但随后被连续多次输入了错误的安全验证码。',
      passkeys: '您的账户连续多次收到不正确的通行密钥。',
      minutes: { other: '{count} 分钟' },
      effect:
        '为保护您的账户，{duration}内任何新的浏览器都无法登录。在您曾使用过的浏览器上，您仍可照常登录。',
      restricted:
        '连续 {failures} 次尝试失败后，您的账户只在您曾登录过的浏览器上接受密码。如需在其他浏览器上登录，必须先更换密码。',
      disabled:
        '连续输错 {failures} 次验证码后，您的身份验证器应用已无法用于此账户。请使用恢复码登录，或联系支持人员。',
      ended: '为保护您的账户，我们已结束输入这些验证码的会话。',
      stranger:
        '如果不是您本人操作，您的账户仍然安全：密码并未被猜中。如果您在其他地方使用了相同的密码，请更换新密码。',
      strangerKnows:
        '如果不是您本人操作，说明有人知道您的密码，或正在使用您已登录的浏览器。请立即设置新密码。',
      link: '设置新密码',
      adminLink: '前往登录页面',
      own: '如果是您本人操作，请稍后再试，或使用您曾登录过的浏览器。',
      questions: '如有疑问，请联系：{supportEmail}',
    },
  },
)

export const adminMessages = defineMessages(
  {
    title: 'Administration',
    companyText: 'Administrators log in with their company account.',
    companyLogin: 'Continue with your company account',
    notAdmin: 'Your company account has no administrator access to this portal.',
    weak: 'Your company’s identity provider logged you in without the second factor that this portal requires. Log in there with it and try again.',
    failed: 'Your company’s identity provider could not log you in. Please try again.',
    expired: 'This took too long. Please try again.',
    unavailable:
      'Your company’s identity provider is not responding. Please try again in a moment.',
  },
  {
    ar: {
      title: 'الإدارة',
      companyText: 'يسجّل المسؤولون الدخول بحساب الشركة.',
      companyLogin: 'المتابعة بحساب الشركة',
      notAdmin: 'ليس لحساب شركتك صلاحية مسؤول في هذه البوابة.',
      weak: 'سجّل مزوّد هوية شركتك دخولك دون خطوة التحقق الثانية التي تشترطها هذه البوابة. سجّل الدخول لديه بها ثم حاول مرة أخرى.',
      failed: 'تعذّر تسجيل دخولك عبر مزوّد هوية شركتك. يرجى المحاولة مرة أخرى.',
      expired: 'استغرق ذلك وقتًا أطول من اللازم. يرجى المحاولة مرة أخرى.',
      unavailable: 'مزوّد هوية شركتك لا يستجيب حاليًا. يرجى المحاولة بعد قليل.',
    },
    fr: {
      title: 'Administration',
      companyText: 'Les administrateurs se connectent avec leur compte d’entreprise.',
      companyLogin: 'Continuer avec votre compte d’entreprise',
      notAdmin: 'Votre compte d’entreprise n’a pas d’accès administrateur à ce portail.',
      weak: 'Le fournisseur d’identité de votre entreprise vous a connecté sans le second facteur exigé par ce portail. Authentifiez-vous auprès de lui avec ce facteur, puis réessayez.',
      failed:
        'Le fournisseur d’identité de votre entreprise n’a pas pu vous connecter. Veuillez réessayer.',
      expired: 'Le délai est dépassé. Veuillez réessayer.',
      unavailable:
        'Le fournisseur d’identité de votre entreprise ne répond pas. Veuillez réessayer dans un instant.',
    },
    es: {
      title: 'Administración',
      companyText: 'Los administradores inician sesión con su cuenta de empresa.',
      companyLogin: 'Continuar con su cuenta de empresa',
      notAdmin: 'Su cuenta de empresa no tiene acceso de administrador a este portal.',
      weak: 'El proveedor de identidad de su empresa inició su sesión sin el segundo factor que exige este portal. Identifíquese allí con él e inténtelo de nuevo.',
      failed:
        'El proveedor de identidad de su empresa no ha podido iniciar su sesión. Inténtelo de nuevo.',
      expired: 'Ha pasado demasiado tiempo. Inténtelo de nuevo.',
      unavailable:
        'El proveedor de identidad de su empresa no responde. Inténtelo de nuevo en un momento.',
    },
    zh: {
      title: '管理区',
      companyText: '管理员使用公司账户登录。',
      companyLogin: '使用公司账户继续',
      notAdmin: '您的公司账户没有本门户的管理员权限。',
      weak: '贵公司的身份提供方在您登录时未使用本门户要求的第二验证因素。请在该处使用第二验证因素后重试。',
      failed: '贵公司的身份提供方未能让您登录，请重试。',
      expired: '操作超时，请重试。',
      unavailable: '贵公司的身份提供方暂无响应，请稍后重试。',
    },
  },
)

export const adminMailMessages = defineMessages(
  {
    subject: 'New login to your {brand} administrator account',
    happened:
      'New login to your {brand} administrator account from a browser we haven’t seen before.',
    own: 'If this was you, you don’t need to do anything.',
    stranger:
      'If this was not you, someone else can log in as you. Tell us immediately so that we can block the account: {supportEmail}',
  },
  {
    ar: {
      subject: 'تسجيل دخول جديد بحسابك كمسؤول في {brand}',
      happened: 'تسجيل دخول جديد إلى حسابك كمسؤول في {brand} من متصفح لم نرصده من قبل.',
      own: 'إن كنت أنت من سجّل الدخول، فلا يلزمك أي إجراء.',
      stranger:
        'إذا لم تكن أنت، فهناك من يستطيع تسجيل الدخول بحسابك. أبلغنا فورًا لنتمكن من إيقاف الحساب: {supportEmail}',
    },
    fr: {
      subject: 'Nouvelle connexion à votre compte administrateur {brand}',
      happened:
        'Nouvelle connexion à votre compte administrateur {brand} depuis un navigateur que nous ne connaissons pas encore.',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      stranger:
        'Si ce n’était pas vous, quelqu’un d’autre peut se connecter à votre place. Prévenez-nous immédiatement afin que nous puissions bloquer le compte : {supportEmail}',
    },
    es: {
      subject: 'Nuevo inicio de sesión en su cuenta de administrador de {brand}',
      happened:
        'Nuevo inicio de sesión en su cuenta de administrador de {brand} desde un navegador que no habíamos visto antes.',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      stranger:
        'Si no ha sido usted, otra persona puede iniciar sesión en su nombre. Avísenos de inmediato para que podamos bloquear la cuenta: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 管理员账户有新的登录',
      happened: '您的 {brand} 管理员账户在一个我们此前未见过的浏览器上登录。',
      own: '如果是您本人操作，则无需采取任何措施。',
      stranger:
        '如果不是您本人操作，说明他人可以登录您的账户。请立即告知我们，以便停用该账户：{supportEmail}',
    },
  },
)

export const passkeyMailMessages = defineMessages(
  {
    subject: 'A passkey of yours was disabled at {brand}',
    disabled:
      'Your passkey “{passkey}” no longer works for your account: it was used in a way that suggests that somebody has made a copy of it.',
    other: 'Log in another way and add a new passkey. Remove this one from your device.',
    unexpected: 'Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'تم تعطيل أحد مفاتيح المرور الخاصة بك في {brand}',
      disabled:
        'لم يعد مفتاح المرور «{passkey}» صالحًا لحسابك، فقد استُخدم بطريقة تشير إلى أن شخصًا ما صنع نسخة منه.',
      other: 'سجّل الدخول بطريقة أخرى وأضف مفتاح مرور جديدًا، ثم احذف هذا المفتاح من جهازك.',
      unexpected: 'هل لديك أسئلة؟ {supportEmail}',
    },
    fr: {
      subject: 'Une de vos clés d’accès a été désactivée sur {brand}',
      disabled:
        'Votre clé d’accès « {passkey} » ne fonctionne plus pour votre compte : la façon dont elle a été utilisée laisse penser que quelqu’un en a fait une copie.',
      other:
        'Connectez-vous d’une autre façon et ajoutez une nouvelle clé d’accès. Supprimez celle-ci de votre appareil.',
      unexpected: 'Des questions ? {supportEmail}',
    },
    es: {
      subject: 'Se ha desactivado una de sus llaves de acceso en {brand}',
      disabled:
        'Su llave de acceso «{passkey}» ya no funciona en su cuenta: se ha utilizado de un modo que hace pensar que alguien tiene una copia.',
      other:
        'Inicie sesión de otra forma y añada una nueva llave de acceso. Elimine esta de su dispositivo.',
      unexpected: '¿Preguntas? {supportEmail}',
    },
    zh: {
      subject: '您在 {brand} 的一个通行密钥已停用',
      disabled: '您的通行密钥“{passkey}”已无法用于您的账户：它的使用方式表明可能有人复制了它。',
      other: '请用其他方式登录并添加新的通行密钥，然后从设备上删除这一个。',
      unexpected: '如有疑问，请联系 {supportEmail}',
    },
  },
)
