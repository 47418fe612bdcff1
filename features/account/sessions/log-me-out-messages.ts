import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    title: 'Log out of all sessions',
    text: 'This ends every session of {email}: here, in every other browser and on every platform. Everybody who is logged in with this account has to log in again.',
    validUntil: 'This link works once, until {time}.',
    logOut: 'Log out of all sessions',
    checking: 'Checking your link',
    doneTitle: 'You are logged out everywhere',
    done: 'Every session of your account has ended, here and on the platforms.',
    advice:
      'If a login was not yours, somebody may know your password. Change it now, before you log in again.',
    changePassword: 'Change your password',
    logIn: 'Log in',
    invalidTitle: 'Invalid URL or token has expired',
    invalid:
      'The link works for 24 hours and only once. You can end your sessions on the security page after you have logged in; if you believe that somebody else is using your account, change your password.',
  },
  {
    ar: {
      title: 'تسجيل الخروج من جميع الجلسات',
      text: 'سيؤدي ذلك إلى إنهاء جميع جلسات {email}: هنا وفي كل متصفح آخر وعلى كل منصة. وسيتعيّن على كل من سجّل الدخول بهذا الحساب تسجيل الدخول مرة أخرى.',
      validUntil: 'يعمل هذا الرابط مرة واحدة، حتى {time}.',
      logOut: 'تسجيل الخروج من جميع الجلسات',
      checking: 'جارٍ التحقق من الرابط',
      doneTitle: 'تم تسجيل خروجك من كل مكان',
      done: 'انتهت جميع جلسات حسابك، هنا وعلى المنصات.',
      advice:
        'إذا كان أحد عمليات تسجيل الدخول ليس لك، فقد يكون هناك من يعرف كلمة مرورك. غيّرها الآن قبل أن تسجّل الدخول مرة أخرى.',
      changePassword: 'تغيير كلمة المرور',
      logIn: 'تسجيل الدخول',
      invalidTitle: 'الرابط غير صالح أو انتهت صلاحيته',
      invalid:
        'يعمل الرابط لمدة 24 ساعة ولمرة واحدة فقط. يمكنك إنهاء جلساتك من صفحة الأمان بعد تسجيل الدخول. وإذا كنت تعتقد أن شخصًا آخر يستخدم حسابك، فغيّر كلمة المرور.',
    },
    fr: {
      title: 'Déconnecter toutes les sessions',
      text: 'Cela met fin à toutes les sessions de {email} : ici, dans tous les autres navigateurs et sur toutes les plateformes. Toute personne connectée avec ce compte devra se reconnecter.',
      validUntil: 'Ce lien fonctionne une seule fois, jusqu’au {time}.',
      logOut: 'Déconnecter toutes les sessions',
      checking: 'Vérification de votre lien',
      doneTitle: 'Vous êtes déconnecté partout',
      done: 'Toutes les sessions de votre compte sont terminées, ici et sur les plateformes.',
      advice:
        'Si une connexion n’était pas la vôtre, quelqu’un connaît peut-être votre mot de passe. Changez-le dès maintenant, avant de vous reconnecter.',
      changePassword: 'Changer votre mot de passe',
      logIn: 'Se connecter',
      invalidTitle: 'Ce lien n’est pas valide ou a expiré',
      invalid:
        'Le lien est valable 24 heures et une seule fois. Vous pouvez mettre fin à vos sessions depuis la page Sécurité après vous être connecté ; si vous pensez que quelqu’un d’autre utilise votre compte, changez votre mot de passe.',
    },
    es: {
      title: 'Cerrar todas las sesiones',
      text: 'Esto cierra todas las sesiones de {email}: aquí, en cualquier otro navegador y en todas las plataformas. Quien haya accedido con esta cuenta tendrá que iniciar sesión de nuevo.',
      validUntil: 'Este enlace funciona una sola vez, hasta el {time}.',
      logOut: 'Cerrar todas las sesiones',
      checking: 'Comprobando su enlace',
      doneTitle: 'Se ha cerrado la sesión en todas partes',
      done: 'Todas las sesiones de su cuenta han terminado, aquí y en las plataformas.',
      advice:
        'Si un inicio de sesión no fue suyo, es posible que alguien conozca su contraseña. Cámbiela ahora, antes de volver a iniciar sesión.',
      changePassword: 'Cambiar su contraseña',
      logIn: 'Iniciar sesión',
      invalidTitle: 'Este enlace no es válido o ha caducado',
      invalid:
        'El enlace es válido durante 24 horas y una sola vez. Puede cerrar sus sesiones en la página de seguridad después de iniciar sesión; si cree que otra persona utiliza su cuenta, cambie su contraseña.',
    },
    zh: {
      title: '退出所有会话',
      text: '此操作将结束 {email} 的所有会话：此处、其他所有浏览器以及所有平台。使用此账户登录的任何人都需要重新登录。',
      validUntil: '此链接只能使用一次，有效期至 {time}。',
      logOut: '退出所有会话',
      checking: '正在检查您的链接',
      doneTitle: '您已在所有位置退出登录',
      done: '您账户的所有会话均已结束，包括此处和各个平台。',
      advice: '如果某次登录不是您本人操作，可能有人知道您的密码。请在再次登录之前立即更改密码。',
      changePassword: '更改密码',
      logIn: '登录',
      invalidTitle: '链接无效或已过期',
      invalid:
        '该链接 24 小时内有效，且只能使用一次。登录后，您可以在安全页面结束会话；如果您认为有其他人在使用您的账户，请更改密码。',
    },
  },
)

/** Of the mail to somebody whose account was logged in to where she was not known. */
export const mailMessages = defineMessages(
  {
    subject: 'New login to your {brand} account',
    greeting: 'Hello {firstname},',
    happened:
      'Somebody has logged in to your account in a browser that has not been used for it before.',
    when: 'Time: {time}',
    browser: 'Browser: {browser}',
    ipAddress: 'IP address: {ipAddress}',
    own: 'If it was you, there is nothing to do.',
    stranger:
      'If it was not you, log out of all sessions with this link, then change your password.',
    strangerWithoutLink: 'If it was not you, change your password.',
    link: 'Log out of all sessions',
    lifetime: 'The link works for 24 hours and only once.',
    questions: 'Questions: {supportEmail}',
  },
  {
    ar: {
      subject: 'تسجيل دخول جديد إلى حسابك في {brand}',
      greeting: 'مرحبًا {firstname}،',
      happened: 'تم تسجيل الدخول إلى حسابك من متصفح لم يُستخدم له من قبل.',
      when: 'الوقت: {time}',
      browser: 'المتصفح: {browser}',
      ipAddress: 'عنوان IP: {ipAddress}',
      own: 'إذا كنت أنت من سجّل الدخول، فلا داعي لفعل أي شيء.',
      stranger: 'إذا لم تكن أنت، فسجّل الخروج من جميع الجلسات عبر هذا الرابط، ثم غيّر كلمة المرور.',
      strangerWithoutLink: 'إذا لم تكن أنت، فغيّر كلمة المرور.',
      link: 'تسجيل الخروج من جميع الجلسات',
      lifetime: 'يعمل الرابط لمدة 24 ساعة ولمرة واحدة فقط.',
      questions: 'للاستفسار: {supportEmail}',
    },
    fr: {
      subject: 'Nouvelle connexion à votre compte {brand}',
      greeting: 'Bonjour {firstname},',
      happened:
        'Une connexion à votre compte a eu lieu depuis un navigateur qui n’avait jamais été utilisé pour celui-ci.',
      when: 'Date et heure : {time}',
      browser: 'Navigateur : {browser}',
      ipAddress: 'Adresse IP : {ipAddress}',
      own: 'Si c’était vous, vous n’avez rien à faire.',
      stranger:
        'Si ce n’était pas vous, déconnectez toutes les sessions avec ce lien, puis changez votre mot de passe.',
      strangerWithoutLink: 'Si ce n’était pas vous, changez votre mot de passe.',
      link: 'Déconnecter toutes les sessions',
      lifetime: 'Ce lien est valable 24 heures et ne fonctionne qu’une seule fois.',
      questions: 'Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: 'Nuevo inicio de sesión en su cuenta de {brand}',
      greeting: 'Hola, {firstname}:',
      happened:
        'Se ha iniciado sesión en su cuenta desde un navegador que no se había utilizado antes para ella.',
      when: 'Fecha y hora: {time}',
      browser: 'Navegador: {browser}',
      ipAddress: 'Dirección IP: {ipAddress}',
      own: 'Si ha sido usted, no tiene que hacer nada.',
      stranger:
        'Si no ha sido usted, cierre todas las sesiones con este enlace y, a continuación, cambie su contraseña.',
      strangerWithoutLink: 'Si no ha sido usted, cambie su contraseña.',
      link: 'Cerrar todas las sesiones',
      lifetime: 'El enlace es válido durante 24 horas y solo funciona una vez.',
      questions: 'Si tiene preguntas: {supportEmail}',
    },
    zh: {
      subject: '您的 {brand} 账户有新的登录',
      greeting: '{firstname}，您好：',
      happened: '有人在此前从未用于您账户的浏览器上登录了您的账户。',
      when: '时间：{time}',
      browser: '浏览器：{browser}',
      ipAddress: 'IP 地址：{ipAddress}',
      own: '如果是您本人操作，则无需采取任何措施。',
      stranger: '如果不是您本人操作，请使用此链接退出所有会话，然后更改密码。',
      strangerWithoutLink: '如果不是您本人操作，请更改密码。',
      link: '退出所有会话',
      lifetime: '该链接 24 小时内有效，且只能使用一次。',
      questions: '如有疑问，请联系：{supportEmail}',
    },
  },
)
