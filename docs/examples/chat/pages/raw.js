import { connect } from "/theme/stream.js";

const into = document.querySelector("#chat");
connect(into.dataset.stream, { into });
